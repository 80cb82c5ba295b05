// Says under the ticks how many documents they are, and about how many pages on the paper that is chosen.

const form = document.getElementById("pedir");
const count = document.getElementById("count");

function told() {
  const ticked = [...form.querySelectorAll('input[name="d"]:checked')];
  const sum = (key) => ticked.reduce((whole, box) => whole + Number(box.dataset[key]), 0);
  const documents = sum("documents");
  const pages = sum(form.elements.size.value.toLowerCase());
  if (!documents) return "No ha marcado nada todavía.";
  const what = documents === 1 ? "1 documento" : `${documents} documentos`;
  return `${what}, unas ${pages} ${pages === 1 ? "página" : "páginas"}.`;
}

function show() {
  count.textContent = told();
}

form.addEventListener("change", show);
addEventListener("pageshow", show); // the browser ticks again what was ticked, on the way back
count.hidden = false;
show();
