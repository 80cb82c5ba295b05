"""What axe finds serious on a page. It looks at everything, but judges the colours of one look only once.

Whether text can be told from its ground follows from its own style and from the grounds below it. Axe takes most of its
time to find these, again for every row of a table and for the same head on every page.
"""

import json

from playwright.sync_api import BrowserContext, Page

SERIOUS = {"serious", "critical"}
CONTRAST = "color-contrast"
# What is right needs no report, and what cannot be serious by axe's own word is asked only by name.
FOUND = """async ([only, also]) => {
    const lesser = axe._audit.rules.filter(({ impact }) => ['minor', 'moderate'].includes(impact)).map(({ id }) => id);
    const unasked = ['color-contrast', ...lesser].filter((id) => !also.includes(id));
    const rules = Object.fromEntries(unasked.map((id) => [id, { enabled: false }]));
    const options = { resultTypes: ['violations'], selectors: false, preload: false };
    const { violations } = await axe.run(document, { ...options, ...(only.length ? { runOnly: only } : { rules }) });
    return JSON.stringify(violations);
}"""
# Asks of each look that is not `known` the first element that has it, and the others where axe cannot tell of that one.
CONTRASTS = """async (known) => {
    const grounds = new Map(), looks = new Map(), passed = new Set(), failed = new Set(), nodes = [];
    const right = new Set(known);
    const hash = (text) => {
        let [a, b] = [0xdeadbeef, 0x41c6ce57];
        for (let index = 0; index < text.length; index++) {
            a = Math.imul(a ^ text.charCodeAt(index), 2654435761);
            b = Math.imul(b ^ text.charCodeAt(index), 1597334677);
        }
        return 4294967296 * (b & 2097151) + (a >>> 0);
    };
    const ground = (each) => {
        if (!each) return '';
        if (!grounds.has(each)) {
            const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(each);
            const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position].join();
            const below = ground(each.parentElement);
            grounds.set(each, own === 'rgba(0, 0, 0, 0),none,1,none,normal,static' ? below : String(hash(below + own)));
        }
        return grounds.get(each);
    };
    const look = (each) => {
        const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(each);
        return hash([ground(each), color, fontSize, fontWeight, textShadow, webkitTextStroke].join());
    };
    const speaks = (each) => each.matches('input, select, textarea')
        || [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const seen = (each) => {
        const { width, height, right: x, bottom: y } = each.getBoundingClientRect();
        return width > 1 && height > 1 && x + scrollX > 0 && y + scrollY > 0;  // else it is for ears alone
    };
    for (const each of document.body.querySelectorAll('*')) {
        if (speaks(each) && each.checkVisibility({ visibilityProperty: true }) && seen(each)) looks.set(each, look(each));
    }
    const ask = async (include) => {
        if (include.length === 0) return;
        const { passes, violations } = await axe.run({ include }, {
            runOnly: ['color-contrast'], resultTypes: ['violations', 'passes'],
            selectors: false, preload: false, elementRef: true,
        });
        for (const rule of passes) for (const { element } of rule.nodes) passed.add(looks.get(element));
        for (const rule of violations) for (const { element, html, failureSummary } of rule.nodes) {
            failed.add(looks.get(element));
            nodes.push({ html, failureSummary });
        }
    };
    const unknown = [...looks].filter(([, one]) => !right.has(one));
    const first = new Map(unknown.toReversed().map(([each, one]) => [one, each]));
    await ask([...first.values()]);
    const asked = new Set(first.values());
    await ask(unknown.filter(([each, one]) => !asked.has(each) && !passed.has(one) && !failed.has(one)).map(([each]) => each));
    return JSON.stringify([nodes, [...passed].filter((one) => one && !failed.has(one))]);
}"""
Wrong = tuple[str, str, str]


class Axe:
    """It is there on every page of a context or page that is `ready`; looks that are right stay known."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._right: set[int] = set()

    def ready(self, pages: BrowserContext | Page) -> None:
        """From the next address on: compiled once, where evaluating it on each page takes longer than most pages."""
        pages.add_init_script(self._source)

    def page(self, context: BrowserContext) -> Page:
        page = context.new_page()
        self.ready(page)
        return page

    def serious(self, page: Page, *also: str, contrast: bool = True) -> list[Wrong]:
        """On the page as it is; by these rules too, whatever their word is."""
        found = self._told(page, (), also)
        return [*found, *self.contrasts(page)] if contrast else found

    def found(self, page: Page, *only: str) -> list[Wrong]:
        """By these rules alone, whatever their word is."""
        return self._told(page, only, only)

    def _told(self, page: Page, only: tuple[str, ...], also: tuple[str, ...]) -> list[Wrong]:
        told = json.loads(page.evaluate(FOUND, [only, also]))
        return [
            _wrong(violation["id"], node)
            for violation in told
            if violation["id"] in also or violation["impact"] in SERIOUS
            for node in violation["nodes"]
        ]

    def contrasts(self, page: Page) -> list[Wrong]:
        """Of every text on the page that looks like none that was right before."""
        nodes, right = json.loads(page.evaluate(CONTRASTS, list(self._right)))
        self._right.update(right)
        return [_wrong(CONTRAST, node) for node in nodes]


def _wrong(rule: str, node: dict[str, str]) -> Wrong:
    return rule, node["html"][:160], node.get("failureSummary", "")[-200:]
