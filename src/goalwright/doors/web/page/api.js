// Requests to the service. Each carries the session's key, which only this origin's storage has; the cookie goes by itself.

export class Problem extends Error {
  constructor(status, document) {
    super(document.detail || `the service answered ${status}`);
    this.status = status;
    this.document = document;
  }
}

export const key = () => localStorage.getItem("goalwright-key") || "";

export async function ask(method, path, body, signal) {
  const request = { method, signal, headers: { "X-Goalwright-Key": key() } };
  if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  try {
    const answer = await fetch(path, request);
    const document = await answer.json();
    if (answer.ok) return document;
    throw new Problem(answer.status, document);
  } catch (error) {
    // A request that is outdated may be given up while its answer is read, too.
    if (error instanceof Problem || error.name === "AbortError") throw error;
    throw new Problem(0, { detail: "the service does not answer: is it running?" });
  }
}

export const get = (path, signal) => ask("GET", path, undefined, signal);
export const post = (path, body = {}, signal) => ask("POST", path, body, signal);
