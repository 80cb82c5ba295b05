/**
 * Reads the rescue codes of another tablet: with the camera, from a photograph (which a page may take over plain http
 * too), or as text. Each code is brought to the server as it is read; reading it twice does nothing.
 */

import { html, nothing } from 'lit/html.js';

import { failure } from '../parts/failure.js';
import { codeRead } from '../rescue.js';
import { t } from '../texts.js';

const EACH_MS = 250;
/** By the name of the page's import map, as a variable: it comes from the network, and only to who scans. */
const READER = 'qr/decode.js';

/** @returns {Promise<{detect: (image: any) => Promise<{rawValue: string}[]>}>} */
async function detector() {
  const own = /** @type {any} */ (globalThis).BarcodeDetector;
  const formats = (await own?.getSupportedFormats?.().catch(() => [])) ?? [];
  const Detector = formats.includes('qr_code') ? own : (await import(READER)).BarcodeDetector;
  return new Detector({ formats: ['qr_code'] });
}

export class Scan {
  title = t('scan.title');
  busy = false;
  /** @type {string|null} */
  error = null;

  #app;
  #back;
  #typed = '';
  /** @type {Set<string>} */
  #read = new Set();
  /** @type {{parts: number, brought: number}} */
  #brought = { parts: 0, brought: 0 };
  /** @type {MediaStream|null} */
  #stream = null;
  #timer = 0;

  /** @param {import('../app.js').App} app @param {() => void} back */
  constructor(app, back) {
    this.#app = app;
    this.#back = back;
  }

  closed() {
    clearInterval(this.#timer);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
  }

  /** @param {string} text */
  #take(text) {
    if (this.busy || this.#read.has(text)) return;
    this.#app.attempt(this, async () => {
      const codes = await codeRead(text);
      if (!codes) {
        this.error = t('scan.strange');
        return;
      }
      for (const { mesa, epoch, items, parts } of codes) {
        await this.#app.api.post(`/mesas/${mesa}/quarantine`, { lease_epoch: epoch, items });
        this.#brought = { parts, brought: this.#brought.brought + items.length };
      }
      this.#read.add(text);
      this.#typed = '';
      this.#app.keeping.run();
    });
  }

  /** @param {any} event */
  async #photographed(event) {
    this.error = null;
    const [file] = event.target.files;
    if (!file) return;
    try {
      const found = await (await detector()).detect(await createImageBitmap(file));
      if (found.length === 0) this.error = t('scan.none');
      for (const { rawValue } of found) this.#take(rawValue);
    } catch (error) {
      console.error(error);
      this.error = t('scan.none');
    }
    event.target.value = '';
    this.#app.update();
  }

  async #film() {
    try {
      const reader = await detector();
      this.#stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      this.#app.update();
      this.#timer = setInterval(() => this.#look(reader), EACH_MS);
    } catch (error) {
      console.error(error);
      this.error = t('scan.camera');
      this.#app.update();
    }
  }

  /** @param {Awaited<ReturnType<typeof detector>>} reader */
  async #look(reader) {
    const video = document.querySelector('video');
    if (!video || video.readyState < video.HAVE_CURRENT_DATA) return;
    for (const { rawValue } of await reader.detect(video).catch(() => [])) this.#take(rawValue);
  }

  render() {
    const { parts, brought } = this.#brought;
    return html`<div class="scan">
      <p class="lead">${t('scan.explain')}</p>
      ${failure(this.error)}
      ${brought > 0 ? html`<p class="scan-done" role="status">✓ ${t('scan.brought', { read: this.#read.size, parts, count: brought })}</p>` : nothing}
      ${this.#stream ? html`<video class="scan-film" autoplay playsinline muted .srcObject=${this.#stream}></video>` : nothing}
      <div class="actions">
        ${navigator.mediaDevices && !this.#stream ? html`<button type="button" class="big" @click=${() => this.#film()}>${t('scan.film')}</button>` : nothing}
        <label class="big scan-photo">${t('scan.photo')}<input class="unseen" type="file" accept="image/*" capture="environment" @change=${(/** @type {any} */ event) => this.#photographed(event)} /></label>
      </div>
      <label class="field">${t('scan.text')}
        <textarea rows="2" .value=${this.#typed} @input=${(/** @type {any} */ event) => { this.#typed = event.target.value; }}></textarea>
      </label>
      <div class="actions">
        <button type="button" ?disabled=${this.busy} @click=${() => this.#take(this.#typed.trim())}>${t('scan.take')}</button>
        <button type="button" class="go" @click=${this.#back}>${t('scan.done')}</button>
      </div>
    </div>`;
  }
}
