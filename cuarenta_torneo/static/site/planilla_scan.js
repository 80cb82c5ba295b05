// Reads the QR of a Planilla with the camera or from a photograph, and goes to the page of this site that it names.

const EACH_MS = 250;
// Left to itself a telephone films 640 by 480, where the code of a sheet held whole before it is a blur.
const CAMERA = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
const place = document.getElementById("scan");
const told = place.querySelector("[data-told]");
const video = place.querySelector("video");

async function detector() {
  const own = globalThis.BarcodeDetector;
  const formats = (await own?.getSupportedFormats?.().catch(() => [])) ?? [];
  const Detector = formats.includes("qr_code") ? own : (await import(place.dataset.reader)).BarcodeDetector;
  return new Detector({ formats: ["qr_code"] });
}

// Whoever printed the code may have written another site into it: only what it asks for is taken, and the server judges that.
function go(text) {
  location.assign(`${place.dataset.page}?${new URLSearchParams({ codigo: text.slice(0, 500) })}`);
}

async function photographed(event) {
  const [file] = event.target.files;
  if (!file) return;
  told.textContent = "Leyendo…";
  try {
    const [found] = await (await detector()).detect(await createImageBitmap(file));
    if (found) go(found.rawValue);
    else told.textContent = "En la foto no se ve ningún código QR. Acérquese, con luz y sin brillo, y tome otra.";
  } catch {
    told.textContent = "No se pudo leer la foto. Tome otra, o escriba la huella abajo.";
  }
  event.target.value = "";
}

async function film(event) {
  event.target.disabled = true;
  told.textContent = "Ponga el código QR delante de la cámara.";
  try {
    const reader = await detector();
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: CAMERA });
    video.hidden = false;
    await video.play();
    const timer = setInterval(async () => {
      const [found] = await reader.detect(video).catch(() => []);
      if (!found) return;
      clearInterval(timer);
      for (const track of video.srcObject.getTracks()) track.stop();
      go(found.rawValue);
    }, EACH_MS);
  } catch {
    told.textContent = "La cámara no se puede usar aquí. Tome una foto del código, o escriba la huella abajo.";
    event.target.disabled = false;
  }
}

place.hidden = false;
const button = place.querySelector("[data-film]");
button.hidden = !navigator.mediaDevices;
button.addEventListener("click", film);
place.querySelector("[data-photo]").addEventListener("change", photographed);
