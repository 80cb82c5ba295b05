/** In a page of the tablet: its own table, outbox, courier and disk, with a network that the test decides about. */

globalThis.begin = async (mesa) => {
  const { Refusal, Unreachable } = await import('/static/tablet/api.js');
  const { Storage } = await import('/static/tablet/storage.js');
  const { Table } = await import('/static/tablet/table.js');
  let table, underWay = 0;
  /** Shown as saved at any moment, in the order of the taps. */
  let shown = [];

  const show = () => {
    for (const { clientId } of table.pending) if (!shown.includes(clientId)) shown.push(clientId);
  };

  async function call(method, path, body = null) {
    underWay += 1;
    try {
      const answer = await globalThis.serve(mesa, method, path, body);
      if (!answer) throw new Unreachable(path);
      if (answer.status >= 400) throw new Refusal(answer.status, answer.body);
      return answer.body;
    } finally {
      underWay -= 1;
    }
  }

  const api = { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) };

  async function open() {
    table?.close();
    table = await Table.open({ api, storage: new Storage(), engine: null }, mesa);
    table.addEventListener('change', show);
  }

  /** Until nothing is under way, neither on the network nor on the disk. */
  async function quiet() {
    for (let calm = 0; calm < 3; calm = underWay === 0 && table.link !== 'sending' ? calm + 1 : 0) {
      await table.rewrite();
      await new Promise((go) => setTimeout(go));
    }
  }

  /** What may be taken down with one touch, without ending the mesa. */
  const choices = () => table.legal.filter(({ allowed, line, jugada }) => allowed && line && ['caida', 'limpia', 'caida-limpia'].includes(jugada));

  const acts = {
    open,
    tap: async (chance) => {
      const all = choices();
      const { line, label, subject, points } = all[chance % all.length] ?? {};
      if (line) await table.record({ line, label, subject, points });
    },
    undo: async () => {
      if (table.pending.length > 0 || table.choice('anula')?.last > 1) await table.undo('undo'); // the sorteo stays
    },
    retry: () => table.retry(),
    takeOver: () => table.takeOver().catch((error) => { if (!(error instanceof Unreachable)) throw error; }),
    look: () => {},
  };

  globalThis.act = async (name, ...given) => {
    await acts[name](...given);
    await quiet();
    const ids = (items) => items.map(({ clientId }) => clientId);
    return {
      link: table.link,
      shown,
      pending: ids(table.pending),
      aside: ids(table.aside),
      state: table.state,
      log: table.log.map(({ client_id, notation }) => [client_id, notation]),
      provisional: table.provisional,
    };
  };
};
