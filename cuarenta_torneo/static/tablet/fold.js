/**
 * What the server's log and the pending jugadas on top of it come to, as the engine on this tablet says: the state,
 * what may follow, and the whole log. Without engine it keeps what was last known of exactly these jugadas, or nothing.
 */

/**
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Why} Why
 * @typedef {import('./types.js').LogRow} LogRow
 * @typedef {import('./types.js').MesaPayload} MesaPayload
 * @typedef {import('./types.js').KeptFold} KeptFold
 * @typedef {{state: import('./types.js').State, legal: import('./types.js').Choice[], log: LogRow[]}} Known
 */

/** An engine that takes longer has stopped: no tap waits for it any more. */
const RECORD_MS = 4000;
const OPEN_MS = 20000;

export class Fold {
  /** @type {Known|null} */
  now = null;
  /** The pending jugadas in `now`, by clientId. @type {string[]} */
  ids = [];

  #engine;
  /** The rows that the engine has, by client_id and hour; null while it has another log. @type {Pick<LogRow, 'client_id'|'device_ts'>[]|null} */
  #has = null;

  /** @param {import('./engine/engine.js').Engine|null} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /** Whether the engine has this log and all of these jugadas, and judges what follows. @param {Item[]} jugadas */
  covers(jugadas) {
    return this.#ready && this.#has !== null && this.ids.length === jugadas.length;
  }

  get #ready() {
    return this.#engine?.status === 'ready';
  }

  /** The engine on this log, for what it is asked beside folding; null without it. */
  get engine() {
    return this.#ready && this.#has ? this.#engine : null;
  }

  /**
   * Come to what this log and these jugadas are, as far as the engine accepts them.
   * @param {MesaPayload} mesa @param {Item[]} jugadas
   * @returns {Promise<Item[]>} the jugadas, with the lines of those undos that had none
   */
  async sync(mesa, jugadas) {
    if (!this.#ready || !mesa.header) {
      this.#carryOn(mesa, jugadas);
      return jugadas;
    }
    try {
      if (!this.#follows(mesa, jugadas)) await this.#open(mesa);
      const known = (this.#has?.length ?? 0) - mesa.log.length;
      this.ids = jugadas.slice(0, known).map(({ clientId }) => clientId);
      const { done } = await this.push(jugadas.slice(known));
      if (jugadas.length === 0 && !same(this.now?.state, mesa.state)) throw new Error('the engine differs from the server');
      return [...jugadas.slice(0, known), ...done, ...jugadas.slice(known + done.length)];
    } catch (error) {
      this.#off(error);
      return jugadas;
    }
  }

  /**
   * Judge and fold what follows. Raises nothing: an engine that breaks is done without.
   * @param {Item[]} jugadas @returns {Promise<{done: Item[], refused: Why|null}>} `done`: those folded, none without line
   */
  async push(jugadas) {
    /** @type {Item[]} */
    const done = [];
    for (let rest = jugadas; rest.length > 0 && this.#has; ) {
      if (rest[0].line === null) {
        const undo = this.now?.legal.find(({ jugada }) => jugada === 'anula');
        if (!undo?.line) return { done, refused: whyNot(undo) };
        rest = [{ ...rest[0], line: undo.line }, ...rest.slice(1)];
      }
      const end = rest.findIndex(({ line }) => line === null);
      const batch = end === -1 ? rest : rest.slice(0, end);
      const answer = await this.#record(batch);
      if (!answer) break;
      done.push(...batch.slice(0, answer.done));
      if (answer.refused) return { done, refused: answer.refused };
      rest = rest.slice(batch.length);
    }
    return { done, refused: null };
  }

  /** Forget what was folded and not kept. @param {Known|null} now @param {string[]} ids */
  back(now, ids) {
    Object.assign(this, { now, ids });
    this.#has = null;
  }

  /** For the disk, so that the next start shows the same without an engine. @param {MesaPayload} mesa @returns {KeptFold|null} */
  kept(mesa) {
    if (!this.now || this.ids.length === 0) return null;
    const { state, legal, log } = this.now;
    const changed = mesa.log.findIndex((row, index) => row.annulled_by !== log[index]?.annulled_by);
    const from = changed === -1 ? mesa.log.length : changed;
    return { base: mesa.head.seq, ids: this.ids, state, legal, from, log: log.slice(from) };
  }

  /** @param {KeptFold|undefined} kept @param {MesaPayload} mesa @param {Item[]} jugadas */
  restore(kept, mesa, jugadas) {
    if (!kept || kept.base !== mesa.head.seq || kept.ids.some((id, index) => id !== jugadas[index]?.clientId)) return;
    this.now = { state: kept.state, legal: kept.legal, log: [...mesa.log.slice(0, kept.from), ...kept.log] };
    this.ids = kept.ids;
  }

  /** Without engine: what was known is still right if the log only took what was pending. @param {MesaPayload} mesa @param {Item[]} jugadas */
  #carryOn(mesa, jugadas) {
    this.#has = null;
    const here = new Set(jugadas.map(({ clientId }) => clientId));
    const ids = this.ids.filter((id) => here.has(id));
    const right = ids.length > 0 && mesa.log.length + ids.length === this.now?.log.length && ids.every((id, index) => id === jugadas[index].clientId);
    this.now = right ? this.now : null;
    this.ids = right ? ids : [];
  }

  /** @param {MesaPayload} mesa @param {Item[]} jugadas */
  #follows(mesa, jugadas) {
    const has = this.#has;
    if (!has || has.length < mesa.log.length) return false;
    const wanted = [...mesa.log.map((row) => row.client_id), ...jugadas.map(({ clientId }) => clientId)];
    return has.every((row, index) => row.client_id === wanted[index]);
  }

  /** @param {MesaPayload} mesa */
  async #open(mesa) {
    this.#has = null;
    const lines = mesa.log.map(({ notation }) => notation);
    const folded = await inTime(this.#engine?.open(mesa.header, lines), OPEN_MS);
    this.#has = mesa.log.map(({ client_id, device_ts }) => ({ client_id, device_ts }));
    this.ids = [];
    this.#take(folded);
  }

  /** @param {Item[]} batch */
  async #record(batch) {
    try {
      const answer = await inTime(this.#engine?.record(batch.map(({ line }) => line ?? '')), RECORD_MS);
      const done = batch.slice(0, answer.done);
      this.#has?.push(...done.map(({ clientId, at }) => ({ client_id: clientId, device_ts: new Date(at).toISOString() })));
      this.ids = [...this.ids, ...done.map(({ clientId }) => clientId)];
      this.#take(answer.folded);
      return answer;
    } catch (error) {
      this.#off(error);
      return null;
    }
  }

  /** @param {import('./engine/engine.js').Folded} folded */
  #take({ state, legal, log, base }) {
    const has = /** @type {Pick<LogRow, 'client_id'|'device_ts'>[]} */ (this.#has);
    const rows = log.map((row) => ({ ...row, ...has[row.seq - 1] }));
    this.now = { state, legal, log: [...(this.now?.log.slice(0, base) ?? []), ...rows] };
  }

  /** An engine that broke, or says something else than the server, is not asked again. @param {unknown} error */
  #off(error) {
    console.error('engine', error);
    this.#engine = null;
    this.back(null, []);
  }
}

/** @param {import('./types.js').Choice|undefined} choice @returns {Why} */
const whyNot = (choice) => ({ code: choice?.code ?? 'nada-que-deshacer', message: choice?.message ?? '', article: choice?.article ?? null });

/**
 * @template T
 * @param {Promise<T>|undefined} answer @param {number} most milliseconds @returns {Promise<T>}
 */
async function inTime(answer, most) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('the engine does not answer')), most);
  });
  try {
    return /** @type {T} */ (await Promise.race([answer, late]));
  } finally {
    clearTimeout(timer);
  }
}

/** @param {any} one @param {any} other @returns {boolean} */
function same(one, other) {
  if (one === other || typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key]));
}
