// A picture of a page, for the documents: take_picture.mjs PAGE OUTPUT [HASH] [WIDTH] [HEIGHT] [light|dark]
// HEIGHT 0: as high as the page is.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import puppeteer from "puppeteer-core";

const [, , file, output, hash = "", width = "1440", height = "1000", theme = "light"] = process.argv;
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"] });
const page = await browser.newPage();
page.on("pageerror", (error) => console.error(error.message));
await page.setViewport({ width: Number(width), height: Number(height) || 1000 });
await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
await page.goto(`file://${resolve(file)}${hash}`);
if (height === "0") await page.setViewport({ width: Number(width), height: await page.evaluate(() => document.documentElement.scrollHeight) });
await new Promise((done) => setTimeout(done, 300));
writeFileSync(output, await page.screenshot());
await browser.close();
