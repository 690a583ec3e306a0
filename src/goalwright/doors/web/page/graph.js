// The graph of a plan, drawn where the server has put each action. What changes while it runs are classes alone.

import { html, useLayoutEffect, useRef } from "/page/vendor/htm-preact.js";
import { still, useGrowing } from "/page/drawing.js";
import { counted, riskWord, shortened } from "/page/words.js";

const LONGEST_WORDS = 25;
const SMALLEST = 0.62;

/** `states` says what has become of each action; without it the plan has not begun. */
export function Graph({ graph, actions, words, states, chosen, onChoose }) {
  const drawing = useRef(null);
  const count = useGrowing(graph?.nodes.length ?? 0);
  const nodes = useRef([]);
  useLayoutEffect(() => {
    nodes.current = [...(drawing.current?.querySelectorAll("g.node") ?? [])].map((node) => ({ node, ...node.dataset, drawn: "node" }));
  }, [graph, count]);
  useLayoutEffect(() => {
    for (const each of nodes.current) {
      const wanted = `node ${states?.[each.id] ? `is-${states[each.id]}` : ""} risk-${each.risk}${each.id === chosen ? " is-chosen" : ""}`;
      if (each.drawn !== wanted) each.node.setAttribute("class", (each.drawn = wanted));
    }
  });
  if (!graph) return null;
  return html`<div class="drawing" tabindex="0" role="group" aria-label="Graph of the plan">
    <svg ref=${drawing} viewBox=${`0 0 ${graph.width} ${graph.height}`} style=${{ minWidth: `${graph.width * SMALLEST}px`, maxWidth: `${graph.width}px` }}
      role="img" aria-label=${`${counted(graph.nodes.length, "action")}, from top to bottom in the order they depend on each other`}>
      <${Edges} edges=${graph.edges} />
      <${Nodes} nodes=${graph.nodes} count=${count} actions=${actions} words=${words} onChoose=${onChoose} />
    </svg>
  </div>`;
}

const Edges = still(({ edges }) => edges.map((edge) => html`<path key=${`${edge.from} ${edge.to}`} class="edge" d=${edge.path} />`));

const Nodes = still(({ nodes, count, actions, words, onChoose }) => {
  const byId = Object.fromEntries(actions.map((action) => [action.action_id, action]));
  return nodes.slice(0, count).map((node) => html`<${Node} key=${node.id} node=${node} action=${byId[node.id]}
    words=${words[node.id] ?? node.id} onChoose=${onChoose} />`);
});

const Node = still(({ node, action, words, onChoose }) => {
  const choose = onChoose ? () => onChoose(node.id) : undefined;
  return html`<g class="node" data-id=${node.id} data-risk=${action?.risk ?? "none"} onClick=${choose}
      transform=${`translate(${node.x} ${node.y})`}>
    <title>${words}</title>
    <rect width=${node.w} height=${node.h} rx="6" />
    <rect class="mark" width="4" height=${node.h} rx="2" />
    <text x="14" y="18">${shortened(words, LONGEST_WORDS)}</text>
    <text class="small" x="14" y="34">${riskWord(action?.risk ?? "none")}</text>
  </g>`;
});
