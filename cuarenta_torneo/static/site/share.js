// The button «Compartir»: the browser's own sheet where it has one, else the link is copied. Without this script the links are there.

for (const button of document.querySelectorAll("[data-share]")) {
  const { address, sayTitle: title, sayCopy, sayCopied, sayFailed } = button.dataset;
  const told = button.parentElement.querySelector("[role=status]");
  if (!navigator.share && !navigator.clipboard) continue; // over plain http a browser has neither
  button.hidden = false;
  if (!navigator.share) button.textContent = sayCopy;
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) {
        await navigator.share({ title, url: address });
      } else {
        await navigator.clipboard.writeText(address);
        told.textContent = sayCopied;
      }
    } catch (error) {
      if (error.name !== "AbortError") told.textContent = sayFailed;
    }
  });
}
