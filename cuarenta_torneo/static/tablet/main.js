import { App } from './app.js';

const root = /** @type {HTMLElement} */ (document.getElementById('tablet'));
root.replaceChildren();
new App(root).start();
