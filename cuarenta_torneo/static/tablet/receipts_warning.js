/** The server contradicts a receipt: above everything, with the receipts as a file to take away. Scoring goes on below it. */

import { preferences } from './preferences.js';

/** Here, since nearly no tablet ever loads them. */
const TEXTS = {
  es: {
    title: 'El servidor muestra otra bitácora que la que confirmó a esta tablet',
    unshown: 'El servidor no muestra la bitácora de esta mesa',
    withheld: 'Hace más de dos minutos que se la pide.',
    other: 'Una jugada que el servidor confirmó tiene ahora otra huella.',
    shorter: 'Faltan jugadas que el servidor confirmó.',
    next: 'Siga anotando, avise a la Dirección, que dirá si restauró una copia, y guarde los recibos: son la prueba de lo que se anotó.',
    save: 'GUARDAR LOS RECIBOS',
  },
  en: {
    title: 'The server shows another log than the one it confirmed to this tablet',
    unshown: 'The server does not show the log of this mesa',
    withheld: 'It was asked for more than two minutes ago.',
    other: 'A jugada that the server confirmed has another hash now.',
    shorter: 'Jugadas that the server confirmed are missing.',
    next: 'Go on scoring, call the Director, who will say whether a copy was restored, and save the receipts: they prove what was recorded.',
    save: 'SAVE THE RECEIPTS',
  },
};

/** @param {string} mesa its id @param {import('./receipts.js').Fault|null} fault null where there is none any more @param {import('./receipts.js').Receipt[]} rows */
export function warn(mesa, fault, rows) {
  const id = `receipts-${mesa}`;
  if (fault === null) return document.getElementById(id)?.remove();
  const shown = document.getElementById(id) ?? document.body.insertBefore(document.createElement('section'), document.body.firstChild);
  const file = new Blob([JSON.stringify({ recibos: rows.map((row) => ({ mesa, ...row })) })], { type: 'application/json' });
  const [title, text, save] = [document.createElement('strong'), document.createElement('p'), document.createElement('button')];
  const said = TEXTS[preferences.language];
  title.textContent = fault === 'withheld' ? said.unshown : said.title;
  text.textContent = `${said[fault]} ${said.next}`;
  save.type = 'button';
  save.className = 'big';
  save.style.cssText = 'min-height: 48px; height: auto; margin-top: 8px';
  save.textContent = said.save;
  save.onclick = () => download(file, `recibos-${mesa}.json`);
  shown.id = id;
  shown.setAttribute('role', 'alert');
  shown.style.cssText = 'padding: 12px 16px; border-bottom: 4px solid';
  shown.replaceChildren(title, text, save);
}

/** @param {Blob} file @param {string} name */
function download(file, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
