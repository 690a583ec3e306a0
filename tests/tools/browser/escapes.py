"""Ways out of an allowed page to another site, none of which may get there."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from playwright.async_api import Error

from tools.browser.page_desk import PageDesk, one_empty_tab
from tools.browser.sites import Answer, Site

SOCKET = "new WebSocket('{other}/socket'.replace('http', 'ws'))"
FETCH = "fetch('{other}/fetched', {{ mode: 'no-cors' }})"
MADE = "document.body.append(Object.assign(new Image(), {{ src: '{other}/made' }}))"
WAIT_S = 1.0
LEAVING_S = 0.25
# Bodies of pages that try as soon as they are there, also inside a frame.
AT_ONCE = {
    "image": "<img src='{other}/image'>",
    "image set": "<img srcset='{other}/set 1x, {other}/set 2x'>",
    "image made by a script": f"<script>{MADE}</script>",
    "image button": "<input type=image src='{other}/button'>",
    "image in a drawing": "<svg><image href='{other}/drawn' width=9 height=9 /></svg>",
    "poster": "<video poster='{other}/poster'></video>",
    "film": "<video src='{other}/film' preload=auto></video>",
    "sound": "<audio src='{other}/sound' preload=auto></audio>",
    "script": "<script src='{other}/script.js'></script>",
    "module": "<script type=module>import '{other}/module.js'</script>",
    "module asked for": "<script>import('{other}/module.js')</script>",
    "style": "<link rel=stylesheet href='{other}/style'>",
    "style in a style": "<style>@import '{other}/imported';</style>",
    "background": "<div style=\"background: url('{other}/background')\">x</div>",
    "letters": "<style>@font-face {{ font-family: f; src: url('{other}/font') }} p {{ font-family: f }}</style><p>x",
    "preload": "<link rel=preload as=image href='{other}/preload'>",
    "module preload": "<link rel=modulepreload href='{other}/modulepreload.js'>",
    "frame": "<iframe src='{other}/frame'></iframe>",
    "object": "<object data='{other}/object'></object>",
    "embedded": "<embed src='{other}/embed' type='text/html'>",
    "base": "<base href='{other}/'><img src='based'>",
    "fetch": f"<script>{FETCH}</script>",
    "fetch that lives on": "<script>fetch('{other}/kept', {{ mode: 'no-cors', keepalive: true }})</script>",
    "request": "<script>var r = new XMLHttpRequest(); r.open('GET', '{other}/xhr'); r.send()</script>",
    "beacon": "<script>navigator.sendBeacon('{other}/beacon', 'data')</script>",
    "event source": "<script>new EventSource('{other}/events')</script>",
    "socket": f"<script>{SOCKET}</script>",
    "socket in a written frame": '<iframe srcdoc="<script>{socket}</script>"></iframe>',
    "fetch in a written frame": '<iframe srcdoc="<script>{fetch}</script>"></iframe>',
    "socket in a frame of data": '<iframe src="data:text/html,<script>{socket}</script>"></iframe>',
    "fetch in a frame of data": '<iframe src="data:text/html,<script>{fetch}</script>"></iframe>',
    "socket in a sandbox": '<iframe sandbox=allow-scripts srcdoc="<script>{socket}</script>"></iframe>',
    "socket in an empty frame": "<iframe></iframe><script>frames[0].eval(`{socket}`)</script>",
    "fetch in a frame of a blob": "<script>document.body.append(Object.assign(document.createElement('iframe'), "
    "{{ src: URL.createObjectURL(new Blob([`<script>{fetch}<` + `/script>`], {{ type: 'text/html' }})) }}))</script>",
    "socket in a frame of a blob": "<script>document.body.append(Object.assign(document.createElement('iframe'), "
    "{{ src: URL.createObjectURL(new Blob([`<script>{socket}<` + `/script>`], {{ type: 'text/html' }})) }}))</script>",
    "frame of a script": '<iframe src="javascript:void {fetch}"></iframe>',
    "redirected image": "<img src='{own}/away'>",
    "redirected fetch": "<script>fetch('{own}/away', {{ mode: 'no-cors' }})</script>",
    "redirected frame": "<iframe src='{own}/away'></iframe>",
    "redirected twice": "<iframe src='{own}/far'></iframe>",
    "refreshed by a header": "<iframe src='{own}/refreshing'></iframe>",
    "form in a frame": "<iframe name=f></iframe><form target=f action='{other}/form'></form>"
    "<script>document.forms[0].submit()</script>",
    "worker": "<script>new Worker('{own}/worker.js')</script>",
    "blob worker": "<script>new Worker(URL.createObjectURL(new Blob([`{work}`])))</script>",
    "worker of data": "<script>new Worker(`data:text/javascript,{work}`)</script>",
    "worker that imports": "<script>new Worker('{own}/importing.js')</script>",
    "shared worker": "<script>new SharedWorker('{own}/worker.js')</script>",
    "service worker": "<script>navigator.serviceWorker.register('{own}/service.js')</script>",
    "report": "<iframe src='{own}/reporting'></iframe>",
    "manifest": "<link rel=manifest href='{own}/manifest.json'>",
    "icon": "<link rel=icon href='{other}/icon.png'>",
    "pictures of a style": "<div style=\"cursor: url('{other}/cursor'), auto; list-style: url('{other}/list'); "
    "border-image: url('{other}/border') 1; display: list-item\">x</div>",
    "filter of a drawing": "<svg><filter id=a><feImage href='{other}/filter'/></filter><rect filter='url(#a)'/></svg>",
    "prefetch": "<link rel=prefetch href='{other}/prefetch'>",
    "map of modules": "<script type=importmap>{{\"imports\": {{\"a\": \"{other}/mapped.js\"}}}}</script>"
    "<script type=module>import 'a'</script>",
    "data as a module": "<script type=module>import('{other}/a.json', {{ with: {{ type: 'json' }} }})</script>",
    "drawing worklet": "<script>CSS.paintWorklet.addModule('{other}/paint.js')</script>",
    "sound worklet": "<script>new AudioContext().audioWorklet.addModule('{other}/sound.js')</script>",
    "stream of a socket": "<script>new WebSocketStream('{other}/stream'.replace('http', 'ws'))</script>",
    "fetch for later": "<script>fetchLater('{other}/later', {{ activateAfter: 0 }})</script>",
    "bundle": "<script type=webbundle>{{\"source\": \"{other}/bundle\", \"resources\": [\"{other}/b/a.js\"]}}</script>",
    "asked for by a header": "<iframe src='{own}/linking'></iframe>",
    "report of what is fine": "<iframe src='{own}/watching'></iframe>",
    "moved for good": "<iframe src='{own}/moved'></iframe>",
}  # fmt: skip
# Bodies of pages that leave, or that try when they are clicked.
ON_THE_WAY = {
    "location": "<script>location = '{other}/location'</script>",
    "location replaced": "<script>location.replace('{other}/replaced')</script>",
    "name before the host": "<script>location = '{other}/named'.replace('://', '://127.0.0.1@')</script>",
    "refresh": "<meta http-equiv=refresh content='0;url={other}/refresh'>",
    "form": "<form action='{other}/form' method=post></form><script>document.forms[0].submit()</script>",
    "popup": "<script>onclick = () => window.open('{other}/popup')</script>",
    "popup that nobody opened": "<script>onclick = () => window.open('{other}/popup', '', 'noopener')</script>",
    "empty popup that fetches": "<script>onclick = () => window.open('').eval(`{fetch}`)</script>",
    "empty popup with a socket": "<script>onclick = () => window.open('').eval(`{socket}`)</script>",
    "empty popup that leaves": "<script>onclick = () => {{ window.open('').location = '{other}/left' }}</script>",
    "link in a new tab": "<script>onclick = () => document.querySelector('a').click()</script>"
    "<a target=_blank rel=noopener href='{other}/tab'></a>",
    "link that is a script": "<script>onclick = () => document.querySelector('a').click()</script>"
    "<a href=\"javascript:location = '{other}/scripted'\"></a>",
    "link that tells": "<script>onclick = () => document.querySelector('a').click()</script>"
    "<a href='#' ping='{other}/ping'></a>",
    "download": "<script>onclick = () => document.querySelector('a').click()</script>"
    "<a download href='{other}/download'></a>",
    "window of a name": "<script>onclick = () => {{ window.open('', 'w'); window.open('{other}/name', 'w') }}</script>",
    "window that moves its opener": "<script>onclick = () => window.open('').eval(`opener.location = '{other}/moved'`)"
    "</script>",
    "button with an address": "<form><button formaction='{other}/button'></button></form>"
    "<script>onclick = () => {{ onclick = null; document.forms[0].elements[0].click() }}</script>",
    "moved, then loaded again": "<script>onclick = () => {{ history.pushState(0, '', '{own}/away'); "
    "location.reload() }}</script>",
    "form in a new tab": "<form target=_blank action='{other}/form' method=post></form>"
    "<script>onclick = () => document.forms[0].submit()</script>",
}  # fmt: skip
ESCAPES = AT_ONCE | ON_THE_WAY
# What a browser without a window does not do, and so cannot be shown to get out where it may.
UNSURE = frozenset({"manifest", "icon", "module preload", "fetch for later"})


def lay_out(allowed: Site, other: Site) -> None:
    """Give the allowed site a page for each way out; what reaches the other site says which way it took."""
    for number, body in enumerate(ESCAPES.values()):
        away = other.at(f"/{number}")
        fetch, socket = FETCH.format(other=away), SOCKET.format(other=away)
        _lay_out_around(allowed, number, away, f"{fetch}; {socket}")
        filled = body.format(other=away, fetch=fetch, socket=socket, work=f"{fetch}; {socket}", own=f"/{number}")
        allowed.page(f"<button>go</button>{filled}", path=f"/{number}/page")
    frames = [f"<iframe src='/{number}/page'></iframe>" for number in range(len(AT_ONCE))]
    allowed.page("".join(frames), path="/all")
    allowed.page("<p>home", path="/home")


def _lay_out_around(allowed: Site, number: int, away: str, work: str) -> None:
    policy = f"img-src 'none'; report-uri {away}/report"
    pages: dict[str, str | Answer] = {
        "worker.js": work,
        "service.js": f"oninstall = () => {{ {work} }}",
        "importing.js": f"importScripts('{away}/imported.js')",
        "away": Answer(status=302, headers={"Location": f"{away}/redirected"}),
        "far": Answer(status=307, headers={"Location": f"/{number}/away"}),
        "refreshing": Answer("x", headers={"Refresh": f"0;url={away}/refreshed"}),
        "reporting": Answer("<img src=/none>", headers={"Content-Security-Policy": policy}),
        "linking": Answer("x", headers={"Link": f"<{away}/linked>; rel=preload; as=image"}),
        "watching": Answer("<img src=/none>", headers={"Content-Security-Policy-Report-Only": policy}),
        "moved": Answer(status=308, headers={"Location": f"{away}/moved"}),
        "manifest.json": f'{{"name": "x", "icons": [{{"src": "{away}/icon", "sizes": "512x512"}}]}}',
    }
    allowed.pages |= {f"/{number}/{name}": page for name, page in pages.items()}


async def _tried(desk: PageDesk, other: Site) -> None:
    """Wait until all frames are loaded and what they begin by themselves has had its time."""
    page = await desk.session.page(desk.call("read"))
    with suppress(Error):
        await page.wait_for_load_state("load")
    seen = -1
    while seen != len(other.hits):
        seen = len(other.hits)
        await asyncio.sleep(WAIT_S)


async def _left(desk: PageDesk, url: str, *, is_clicked: bool) -> None:
    """Go to a page, and click in it; with the browser's own means, as it is the way that counts."""
    page = await desk.session.page(desk.call("read"))
    with suppress(Error):
        await page.goto(url)
        if is_clicked:
            await page.click("text=go")
    await asyncio.sleep(LEAVING_S)
    await one_empty_tab(desk)


def ways_out(desk: PageDesk, allowed: Site, other: Site) -> set[str]:
    """Try every way; the names of those that reached the other site."""
    names = list(ESCAPES)
    other.hits.clear()
    desk.do("navigate", url=allowed.at("/all"))
    desk.run(_tried(desk, other))
    for number in range(len(AT_ONCE), len(names)):
        desk.run(_left(desk, allowed.at(f"/{number}/page"), is_clicked="onclick" in ESCAPES[names[number]]))
    desk.run(asyncio.sleep(WAIT_S))
    # Other tests knock at every port of the machine, with addresses of their own.
    numbers = [part for hit in other.hits if (part := hit.split("/")[1]).isdecimal()]
    return {names[int(number)] for number in numbers}
