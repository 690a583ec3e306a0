// The key of the session goes into the storage of this origin, port included, and the address with the link out of sight.
localStorage.setItem("goalwright-key", document.body.dataset.key);
location.replace("/");
