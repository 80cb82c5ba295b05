// The kind of conduct brings its usual article along, from the rulebook; what somebody wrote himself stays.

const kind = document.querySelector("select[data-articles]");
const article = document.getElementById("id_article");
const usual = JSON.parse(kind.dataset.articles);
let before = usual[kind.value];

kind.addEventListener("change", () => {
  if (article.value.trim() === before) article.value = usual[kind.value];
  before = usual[kind.value];
});
