"""What is run inside the tablet's page to measure it: the browser's own events, none of the app's."""

# The moments of a touch: on the disk, when the transaction that wrote it is complete; painted, after the frame in which
# the screen says that it is saved and shows the score that it makes.
WATCH = """
window.watched = null;
window.watch = (seq) => {
    // One promise, settled by the last of the two moments: asking at every frame would be work for the page that is measured.
    window.over = new Promise((resolve) => { window.ended = () => window.watched.painted && window.watched.disk && resolve(window.watched); });
    const score = () => document.querySelector('[data-score=A] output')?.textContent;
    window.watched = { seq, before: score() };
    addEventListener('pointerdown', ({ timeStamp }) => { window.watched.at = timeStamp; }, { capture: true, once: true });
};
const transaction = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (stores, mode, ...others) {
    const made = transaction.call(this, stores, mode, ...others);
    if (mode === 'readwrite' && [].concat(stores).includes('outbox')) {
        made.addEventListener('complete', () => {
            if (!window.watched?.at) return;
            window.watched.disk ??= performance.now() - window.watched.at;
            window.ended();
        });
    }
    return made;
};
new MutationObserver(() => {
    const { watched } = window;
    if (!watched?.at || watched.seen) return;
    const chip = document.querySelector('.mesa-head > .chip')?.textContent ?? '';
    const score = document.querySelector('[data-score=A] output')?.textContent;
    if (!chip.includes(`hasta la ${watched.seq}`) || score === watched.before) return;
    watched.seen = true;
    requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            watched.painted = performance.now() - watched.at;
            window.ended();
        };
        port2.postMessage(0);
    });
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
# The least that any page can do for a touch: one row written as strictly, one number shown, nothing else on the screen.
FLOOR = """() => new Promise((resolve) => {
    const opened = indexedDB.open('floor', 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore('rows', { autoIncrement: true });
    opened.onsuccess = () => {
        document.body.innerHTML = '<button>0</button>';
        const button = document.querySelector('button');
        Object.assign(button.style, { width: '300px', height: '150px' });
        window.touch = () => { window.over = new Promise((over) => { window.ended = over; }); };
        addEventListener('pointerdown', ({ timeStamp }) => { window.at = timeStamp; }, { capture: true });
        button.onclick = () => {
            const tx = opened.result.transaction('rows', 'readwrite', { durability: 'strict' });
            tx.objectStore('rows').add({ line: 'caida A', at: Date.now(), clientId: crypto.randomUUID() });
            tx.oncomplete = () => {
                const disk = performance.now() - window.at;
                button.textContent = Number(button.textContent) + 2;
                requestAnimationFrame(() => {
                    const { port1, port2 } = new MessageChannel();
                    port1.onmessage = () => window.ended({ disk, painted: performance.now() - window.at });
                    port2.postMessage(0);
                });
            };
        };
        resolve();
    };
})"""
# When the right score is on the screen, from the beginning of the navigation.
SCORED = """
const wanted = (%s).join();
const look = () => {
    const shown = ['A', 'B'].map((side) => document.querySelector(`[data-score=${side}] output`)?.textContent).join();
    if (shown === wanted && !window.scored) requestAnimationFrame(() => { window.scored ??= performance.now(); });
};
new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
"""
KEPT = """name => new Promise((resolve, reject) => {
    const opened = indexedDB.open('cuarenta-tablet');
    opened.onsuccess = () => {
        const asked = opened.result.transaction('kept').objectStore('kept').get(name);
        asked.onsuccess = () => { opened.result.close(); resolve(asked.result); };
        asked.onerror = reject;
    };
})"""
# Touches of a long time without a network: each caida is annulled by the next row.
MANY = """([count, mesa, epoch, head]) => new Promise((resolve, reject) => {
    const opened = indexedDB.open('cuarenta-tablet');
    opened.onsuccess = () => {
        const tx = opened.result.transaction('outbox', 'readwrite', { durability: 'strict' });
        for (let n = 0; n < count; n += 1) {
            const seq = head + 1 + n;
            const line = n % 2 ? `anula ${seq - 1}` : 'caida A';
            const item = { mesa, epoch, kind: 'jugada', clientId: crypto.randomUUID(), at: Date.now(), label: line, line, seq };
            tx.objectStore('outbox').add({ ...item, subject: null, points: null, key: '', after: null });
        }
        tx.oncomplete = () => { opened.result.close(); resolve(); };
        tx.onerror = reject;
    };
})"""
