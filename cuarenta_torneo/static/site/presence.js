// The check-in: the camera reads the QR of a credential, and the list follows what other phones note.

const EVERY = 3000;
const LOOK = 250;
const scan = document.getElementById("scan");
const status = scan.querySelector("[role=status]");
const film = scan.querySelector("video");
const photo = scan.querySelector("input");
const button = scan.querySelector("[data-film]");

async function detector() {
  const own = globalThis.BarcodeDetector;
  const formats = (await own?.getSupportedFormats?.().catch(() => [])) ?? [];
  const Detector = formats.includes("qr_code") ? own : (await import(scan.dataset.reader)).BarcodeDetector;
  return new Detector({ formats: ["qr_code"] });
}

/** Only to a credential of this championship, whatever else a QR may say; whichever name of this server stands in it. */
function go(text) {
  let read = null;
  try {
    read = new URL(text, location.href);
  } catch {
    // Not an address.
  }
  const rest = read?.pathname.startsWith(scan.dataset.place) ? read.pathname.slice(scan.dataset.place.length) : "";
  if (!/^\d+\/$/.test(rest)) {
    status.textContent = "Ese QR no es de una credencial de este campeonato.";
    return false;
  }
  location.assign(scan.dataset.place + rest + read.search);
  return true;
}

async function start() {
  try {
    const reader = await detector();
    film.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    film.hidden = false;
    button.hidden = true;
    status.textContent = "Apunte al QR de la credencial.";
    const timer = setInterval(async () => {
      if (film.readyState < film.HAVE_CURRENT_DATA) return;
      const found = await reader.detect(film).catch(() => []);
      if (found.length > 0 && go(found[0].rawValue)) {
        clearInterval(timer);
        for (const track of film.srcObject.getTracks()) track.stop();
      }
    }, LOOK);
  } catch {
    status.textContent = "No se pudo usar la cámara. Fotografíe el QR o escriba el número.";
  }
}

async function photographed() {
  const [file] = photo.files;
  if (!file) return;
  try {
    const found = await (await detector()).detect(await createImageBitmap(file));
    if (found.length === 0) status.textContent = "No se encontró ningún QR en la foto. Acérquese más.";
    else go(found[0].rawValue);
  } catch {
    status.textContent = "No se pudo leer la foto. Escriba el número.";
  }
  photo.value = "";
}

async function follow() {
  const list = document.getElementById("presencia");
  try {
    const answer = await fetch(list.dataset.presence, { headers: { Accept: "application/json" } });
    if (answer.ok && (await answer.json()).mark !== list.dataset.mark) await renew(list);
  } catch {
    // Without network the list stays as it was; the next look tells.
  }
  setTimeout(follow, EVERY);
}

async function renew(list) {
  const answer = await fetch(location.href);
  if (!answer.ok || list.contains(document.activeElement)) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("presencia");
  if (fresh) list.replaceWith(fresh);
}

scan.hidden = false;
button.hidden = !navigator.mediaDevices;
button.addEventListener("click", start);
photo.addEventListener("change", photographed);
setTimeout(follow, EVERY);
