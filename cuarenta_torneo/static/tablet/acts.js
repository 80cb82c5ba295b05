/** The Planilla as it will be when the server has the acts that wait on this tablet. Nothing is judged here. */

import { touched } from './stack.js';
import { t } from './texts.js';

/**
 * @typedef {import('./types.js').Planilla} Planilla
 * @typedef {import('./types.js').Item} Item
 */

/**
 * Something done to the Planilla, to be sent in its turn. A proof of a PIN waits on the disk with it: the server has only
 * what checks it, and whoever marked the PIN may be gone when the network returns.
 * @param {import('./types.js').MesaPayload} mesa @param {NonNullable<Item['act']>} act @param {any} body with its client_id
 */
export function actOf(mesa, act, body) {
  const label = act === 'sign' ? t('act.sign', { party: body.party === 'juez' ? t('juez') : body.party }) : t(`act.${act}`);
  return touched(mesa, { kind: 'act', act, label, body, clientId: body.client_id });
}

/** A digest in short form, as people compare it. @param {string} digest */
export const fingerprintOf = (digest) => (digest.slice(0, 16).match(/.{4}/g) ?? []).join('-').toUpperCase();

/** @param {import('./types.js').MesaPayload} mesa as the server has it @param {Item[]} acts @returns {Planilla|null} */
export function withActs({ planilla, correction }, acts) {
  const next = (correction?.version ?? 0) + 1;
  return acts.reduce((/** @type {Planilla|null} */ now, act) => after(now, act, next), planilla);
}

/** @param {Planilla|null} planilla @param {Item} item @param {number} next the version that would be frozen @returns {Planilla|null} */
function after(planilla, { act, body = {} }, next) {
  if (act === 'freeze') return frozen(planilla, body, next);
  if (!planilla) return null;
  if (act === 'reopen') return { ...planilla, status: 'reopened', signatures: [], pending: true };
  const { party, outcome, name, signed_at } = body;
  const signatures = [...planilla.signatures.filter((each) => each.party !== party), { party, outcome, name, signed_at, pending: true }];
  return { ...planilla, signatures, status: party === 'juez' ? 'sealed' : planilla.status, pending: true };
}

/** What the server froze already, by an answer that was lost, keeps its signatures. @param {Planilla|null} planilla @param {any} body @param {number} version @returns {Planilla} */
function frozen(planilla, { digest }, version) {
  if (planilla?.status === 'frozen' && planilla.digest === digest) return planilla;
  return { version, status: 'frozen', digest, fingerprint: fingerprintOf(digest), signatures: [], pending: true };
}
