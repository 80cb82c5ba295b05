// The page that shows a code: it goes back to the register once the tablet is in, and says when the code is over.

const EVERY = 2000;
const { state, done } = document.getElementById("pairing").dataset;
const told = document.querySelector("#pairing-told span");

async function look() {
  try {
    const answer = await fetch(state, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const { paired, over } = await answer.json();
    if (paired) {
      location.replace(done);
      return;
    }
    if (over) {
      told.textContent = "El código ya no sirve. Vuelva a «Tablets» y pida otro.";
      return;
    }
  } catch {
    told.textContent = "No hay conexión con el servidor; se vuelve a preguntar…";
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
