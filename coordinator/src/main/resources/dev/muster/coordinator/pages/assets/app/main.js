// The frame around every page: navigation, theme, keys, and the sign-in of a coordinator.
const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
let theme = null;
try { theme = localStorage.getItem("muster-theme"); } catch { /* a file may have no storage */ }
const paint = () => { root.dataset.theme = theme ?? (dark.matches ? "dark" : "light"); };
paint();
dark.addEventListener("change", paint);

function switchTheme() {
  theme = root.dataset.theme === "dark" ? "light" : "dark";
  try { localStorage.setItem("muster-theme", theme); } catch { /* then it holds until the page is closed */ }
  paint();
}

const navigation = [["home", "Home"], ["runs", "Runs"], ["compare", "Compare"], ["trends", "Trends"], ["flaky", "Flaky"], ["fleet", "Fleet"], ["audit", "Audit"]];
const shown = { fleet: me => me.kind === "coordinator", audit: me => me.role === "admin" && me.kind === "coordinator" };
// The pages that the source has: a file has its run.
const menu = me => compared ? [[["compare"], "Comparison"]] : me.kind === "file" ? [[["run", embedded.id], "Run " + embedded.id]]
  : navigation.filter(([page]) => pages[page] && (shown[page] ?? (() => true))(me)).map(([page, label]) => [[page], label]);

// Says in a sentence that a page could not be drawn; the others still can.
class Guard extends preact.Component {
  componentDidCatch(fault) { this.setState({ fault }); }
  render({ children }, { fault }) {
    return fault ? html`<h1>This page could not be drawn</h1><p class="stopped" role="alert">${visible(String(fault.message ?? fault))}</p><p><button onClick=${() => location.reload()}>Try again</button> <a href="#/">Home</a></p>` : children;
  }
}

function App() {
  const at = useAddress();
  const [signIn, setSignIn] = useState(false);
  signedOut = () => setSignIn(true);
  signedIn = () => { setSignIn(false); me.reload(); };
  const me = useData(["me"]);
  const name = at.path[0] ?? (compared ? "compare" : "home");
  const kind = name === "run" && at.path[2] === "case" ? "case" : name;
  const Page = !me.data || (shown[kind] ?? (() => true))(me.data) ? pages[kind] : null;
  useEffect(() => { scrollTo(0, 0); const here = document.querySelector(".bar [aria-current]"); if (here) here.parentNode.scrollLeft = here.offsetLeft - 60; }, [at.path.join("/"), me.data]);
  if (signIn) return html`<main><${SignIn} done=${signedIn} /></main>`;
  return html`<a class="skip" href="#main" onClick=${event => { event.preventDefault(); document.getElementById("main").focus(); }}>Skip to content</a>
    <header class="bar"><nav aria-label="Pages">${me.data && menu(me.data)
      .map(([path, label]) => html`<a href=${link(path)} aria-current=${[name, name + "s"].includes(path[0]) ? "page" : undefined}>${label}</a>`)}</nav>
      ${me.data && source === server && session.key && html`<button class="theme" onClick=${signOut}>Sign out</button>`}
      <button class="theme" onClick=${switchTheme} aria-label="Switch between light and dark">◐</button></header>
    <main id="main" tabindex="-1">${me.data && (Page ? html`<${Guard} key=${at.path.join("/")}><${Page} path=${at.path} query=${at.query} me=${me.data} /><//>`
      : html`<h1>${pages[kind] ? navigation.find(([page]) => page === kind)[1] : "Page not found"}</h1>
        ${pages[kind] && html`<p role="alert">${me.data.kind === "coordinator" ? "This page is for admins." : "Only a coordinator has this page."}</p>`}<p><a href="#/">Home</a></p>`)}<${Loaded} of=${me} heading="Muster">${() => null}<//></main>`;
}

function signOut() {
  server.send("DELETE", "session").catch(() => { /* it ends after twelve hours */ }).then(() => { session.keep(null); signedOut(); });
}

// What is wrong with the link that led here; its key leaves the address before anything else.
let refusedLink = "";
async function enter() {
  const key = source === server && new URLSearchParams(location.search).get("key");
  if (!key) return;
  history.replaceState(null, "", location.pathname + location.hash);
  await server.begin({ key }).catch(fault => { refusedLink = fault.message; });
}

function SignIn({ done }) {
  const [fault, setFault] = useState("");
  const submit = event => {
    event.preventDefault();
    server.begin({ token: new FormData(event.target).get("token").trim() }).then(() => { refusedLink = ""; done(); }, failed => setFault(failed.message));
  };
  return html`<h1>Sign in</h1>${refusedLink && html`<p role="alert">${refusedLink}</p>`}<form class="signin" onSubmit=${submit}><label>Token <input name="token" type="password" autocomplete="current-password" autofocus required /></label>
    <button>Sign in</button>${fault && html`<p role="alert" class="failed">${fault}</p>`}<p class="dim">An admin makes one with <code>muster token create --role viewer --name NAME</code>.</p></form>`;
}

// What a page is called comes with its data.
new MutationObserver(() => { const name = document.querySelector("main h1")?.textContent, title = name ? name + " · Muster" : "Muster"; if (document.title !== title) document.title = title; })
  .observe(document.getElementById("app"), { subtree: true, childList: true, characterData: true });
enter().then(() => render(html`<${App} />`, document.getElementById("app")));
