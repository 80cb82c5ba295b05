// Every page of the desk says when a Juez calls, a protest is signed or an appeal comes; the page of the calls shows them as they come.

const EVERY = 5000;
const SEEN = "llamadas-vistas";
const SOUND = "control-sonido";
const QUIET = 2000;
const WORDS = {
  latest: "Un Juez llama a la Mesa de Control.",
  protest: "Alguien firmó bajo protesta.",
  appeal: "Llegó una apelación.",
};
const place = document.querySelector("[data-calls]");
const count = place.querySelector(".calls-count");
const spoken = place.querySelector("[role=status]");
const list = document.querySelector("[data-shown]");
const sound = document.querySelector("#sonido");

async function look() {
  try {
    const answer = await fetch(place.dataset.calls, { headers: { Accept: "application/json" } });
    if (answer.ok) show(await answer.json());
  } catch {
    // Without network the number stays as it was; the next look tells.
  }
  setTimeout(look, EVERY);
}

function show(state) {
  // The page that comes then tells of it: what was heard of is kept from page to page.
  if (list && list.dataset.shown !== [state.waiting, state.latest, state.protest, state.appeal].join(":")) return location.reload();
  count.textContent = state.waiting;
  count.hidden = state.waiting === 0;
  const kept = sessionStorage.getItem(SEEN);
  const seen = kept ? JSON.parse(kept) : state;
  const news = Object.keys(WORDS).filter((what) => state[what] > (seen[what] ?? 0));
  if (news.length) {
    spoken.textContent = news.map((what) => WORDS[what]).join(" ");
    ring();
  }
  const newest = Object.keys(WORDS).map((what) => [what, Math.max(state[what], seen[what] ?? 0)]);
  sessionStorage.setItem(SEEN, JSON.stringify(Object.fromEntries(newest)));
}

// Two short notes; silent until somebody turns it on, and it stays as it was left. `avisa` asks for them from another script.
let audio;
let rung = -QUIET;

function ring() {
  if (localStorage.getItem(SOUND) !== "si" || performance.now() - rung < QUIET) return;
  rung = performance.now();
  place.dataset.rung = String(Number(place.dataset.rung ?? 0) + 1);
  audio ??= new AudioContext();
  for (const [note, after] of [[880, 0], [660, 0.18]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = 0.15;
    tone.frequency.value = note;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + after);
    tone.stop(audio.currentTime + after + 0.15);
  }
}

document.addEventListener("avisa", ring);
if (sound) {
  sound.parentElement.hidden = false;
  sound.checked = localStorage.getItem(SOUND) === "si";
  sound.addEventListener("change", () => {
    localStorage.setItem(SOUND, sound.checked ? "si" : "no");
    ring();
  });
}
look();
