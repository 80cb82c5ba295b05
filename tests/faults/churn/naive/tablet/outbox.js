/**
 * The control: the outbox one writes in an afternoon. It keeps what was tapped in memory and calls it saved, so that
 * the churn must find it wanting.
 */

export class Outbox {
  items = [];
  aside = [];

  #order = 0;

  async load() {}

  async add(items) {
    this.items = [...this.items, ...items.map((item) => ({ ...item, order: (this.#order += 1) }))];
  }

  async withdraw() {}

  async settle({ items }) {
    this.items = items;
  }

  async setAside(moved, why, rest) {
    this.items = rest;
    const added = moved.map((item) => ({ ...item, ...why, seen: false, kept: false }));
    this.aside = [...this.aside, ...added];
    return added;
  }

  async note() {}
}
