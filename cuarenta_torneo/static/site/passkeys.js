// Passkeys: asks the server what to sign, has the browser sign it, and sends the form with what was signed.

const able = window.PublicKeyCredential?.parseRequestOptionsFromJSON;

for (const form of document.querySelectorAll("[data-passkey]")) {
  const { passkey, options } = form.dataset;
  const status = form.querySelector("[role=status]");
  if (able) form.hidden = false; // where there is none, nothing offers it
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!able) {
      status.textContent = "Este navegador no tiene llaves de acceso, o la página no está en https. Use la contraseña.";
      return;
    }
    status.textContent = "Confirme en su equipo…";
    try {
      const answer = await fetch(options, { method: "POST", body: new FormData(form) });
      const given = await answer.json();
      if (!answer.ok) {
        status.textContent = given.message;
        return;
      }
      const made =
        passkey === "make"
          ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(given) })
          : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(given) });
      form.elements.credential.value = JSON.stringify(made.toJSON());
      if (form.elements.password) form.elements.password.value = "";
      form.submit();
    } catch (error) {
      status.textContent =
        error.name === "SecurityError"
          ? "La llave vale solo en la dirección fija de este sitio. Ábralo en ella."
          : "No se pudo usar la llave. Vuelva a intentarlo, o use la contraseña.";
    }
  });
}
