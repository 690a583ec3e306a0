/* Neither calls between browsers nor pages that are loaded ahead pass where requests are stopped: no page has them. */
(() => {
  if (window.RTCPeerConnection) RTCPeerConnection.prototype.setLocalDescription = undefined;
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection'])
    Object.defineProperty(window, name, { value: undefined });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node.nodeType === 1)
          for (const rules of [node, ...node.querySelectorAll('script')])
            if (/^speculationrules$/i.test(rules.type || '')) rules.remove();
  }).observe(document, { childList: true, subtree: true });
})()
