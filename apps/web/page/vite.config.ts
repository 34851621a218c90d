// Builds one self-contained page: scripts and styles inside the HTML, so that a report is one file.
import { defineConfig, type Plugin } from "vite";

// The server puts its own nonce in this place; a report from disk has no use for it.
const nonce = 'nonce="OVERHAND_NONCE"';

function inlined(html: string, name: string, text: string): string {
  const file = name.replaceAll(".", "\\.");
  const tag = name.endsWith(".js")
    ? new RegExp(`<script[^>]*src="[^"]*${file}"[^>]*></script>`)
    : new RegExp(`<link[^>]*href="[^"]*${file}"[^>]*>`);
  const element = name.endsWith(".js")
    ? `<script type="module" ${nonce}>${text.replaceAll("</script", "<\\/script")}</script>`
    : `<style ${nonce}>${text}</style>`;
  // A function as replacement: the text may contain "$&".
  return html.replace(tag, () => element);
}

function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no index.html in the bundle");
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (name === "index.html" || name.endsWith(".map")) continue;
        html = inlined(html, name, part.type === "chunk" ? part.code : String(part.source));
        delete bundle[name];
      }
      if (/<script[^>]*src=|<link[^>]*stylesheet/.test(html)) throw new Error("a file is not inlined");
      page.source = html;
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [oneFile()],
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});
