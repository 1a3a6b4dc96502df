/** Registers the service worker, which shows the offline page. It runs after the page is loaded. */
export function installable(page: Document): void {
  const install = () => navigator.serviceWorker?.register('/service-worker.js');
  if (page.readyState === 'complete') install();
  else addEventListener('load', install);
}
