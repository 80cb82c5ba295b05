// Opened by the code of a rescue, what it says is behind the hash: send it at once.
const form = /** @type {HTMLFormElement} */ (document.getElementById('rescue'));
const code = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('code'));

function take() {
  if (!window.location.hash) return;
  code.value = window.location.hash;
  window.history.replaceState(null, '', window.location.pathname);
  form.requestSubmit();
}

window.addEventListener('hashchange', take);
take();
