/** The script that shows a page where there is no connection; browsers take it once the page itself is there. */
export function installable(page: Document): void {
  const install = () => navigator.serviceWorker?.register('/service-worker.js');
  if (page.readyState === 'complete') install();
  else addEventListener('load', install);
}
