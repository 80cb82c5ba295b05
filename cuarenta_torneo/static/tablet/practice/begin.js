/** A practice begins: invented parejas, the rules of this championship where the tablet knows them. */

import { Mesa } from '../screens/mesa.js';
import { Guide } from './guide.js';
import { PracticeTable } from './table.js';

const ID = 'practica';
const RIOBAMBA = { key: 'riobamba', version: 1, settings: {}, name: 'Riobamba', chicas: 3, turn: 'derecha' };

/**
 * Practise until it is left; false where this tablet cannot run the rulebook.
 * @param {import('../app.js').App} app @param {boolean} guided
 */
export async function practise(app, guided) {
  const { engine } = app;
  engine.start();
  if (!(await engine.ready)) return false;
  const reglamento = { ...RIOBAMBA, ...app.session?.championship?.reglamento };
  const { key, version, settings } = reglamento;
  const header = { mesa: ID, reglamento: key, version, settings, seats: ['A1', 'B1', 'A2', 'B2'] };
  const opened = await engine.open(header, []);
  const sorteo = opened.legal.find(({ jugada }) => jugada === 'sorteo');
  const drawn = sorteo?.needs.includes('cards') ? 'sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1' : 'sorteo reparte=A1';
  const { folded } = await engine.record([drawn]);
  const table = new PracticeTable(engine, mesaOf(reglamento, header), folded, () => app.home());
  const screen = new Mesa(app, /** @type {any} */ (table));
  screen.guide = guided ? new Guide(table) : null;
  app.show(screen);
  return true;
}

/** @param {typeof RIOBAMBA} reglamento @param {import('../engine/engine.js').Header} header @returns {import('../types.js').MesaPayload} */
function mesaOf(reglamento, header) {
  const pareja = (/** @type {number} */ number, /** @type {string[]} */ players) => ({ number, name: '', club: '', players, representative: 1 });
  return /** @type {any} */ ({
    id: ID,
    table: null,
    round: '',
    lease_epoch: 1,
    lease: { mine: true, holder: null },
    head: { seq: 1, hash: '' },
    championship: { slug: '', name: '', reglamento },
    parejas: { A: pareja(1, ['Ana', 'Beto']), B: pareja(2, ['Caro', 'Dani']) },
    seats: header.seats,
    representatives: { A: 1, B: 1 },
    header,
    planilla: null,
  });
}
