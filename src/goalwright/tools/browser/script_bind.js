/* Gives a document a policy that it was loaded without. */
(policy) => {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = policy;
  const head = document.head || document.documentElement.insertBefore(
    document.createElement('head'), document.documentElement.firstChild);
  head.append(meta);
  meta.remove();
}
