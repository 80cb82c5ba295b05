import { App } from './app.js';
import { Keeping } from './keeping.js';

const root = /** @type {HTMLElement} */ (document.getElementById('tablet'));
root.replaceChildren();
const app = new App(root);
app.keeping = new Keeping(app);
app.start().then(() => app.keeping?.start());
