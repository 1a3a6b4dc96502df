import { AppBridge, type McpUiHostContext, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

// A client page for views, on the official bridge. test/support/view-host.ts drives it.

/** Functions that the test provides to the client page. */
interface Driver {
  hostCall(name: string, args: Record<string, unknown>): Promise<object | 'refused'>;
  hostRead(uri: string): Promise<object>;
  hostTold(kind: string, value: unknown): Promise<void>;
}

interface ShownView {
  html: string;
  capabilities: object;
  context: McpUiHostContext;
  args: Record<string, unknown>;
  result: object;
}

/** Resources that a client lets a view load by default (SEP-1865). */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

const driver = window as unknown as Driver;

Object.assign(window, {
  async showView({ html, capabilities, context, args, result }: ShownView) {
    const frame = document.createElement('iframe');
    frame.sandbox.add('allow-scripts');
    frame.title = 'kith';
    document.body.replaceChildren(frame);
    const bridge = new AppBridge(null, { name: 'a host', version: '1' }, capabilities, { hostContext: context });
    bridge.oncalltool = async ({ name, arguments: given = {} }) => {
      const answer = await driver.hostCall(name, given);
      if (answer === 'refused') throw Object.assign(new Error('Method not found'), { code: -32601 });
      return answer as never;
    };
    bridge.onreadresource = async ({ uri }) => (await driver.hostRead(uri)) as never;
    bridge.onupdatemodelcontext = async ({ content }) => {
      await driver.hostTold('model', content);
      return {};
    };
    bridge.onopenlink = async ({ url }) => {
      await driver.hostTold('link', url);
      return {};
    };
    bridge.onmessage = async ({ role, content }) => {
      await driver.hostTold('message', { role, content });
      return {};
    };
    bridge.onrequestdisplaymode = async ({ mode }) => {
      await driver.hostTold('mode', mode);
      const modes: string[] = context.availableDisplayModes ?? [];
      if (!modes.includes(mode)) return { mode: 'inline' as const };
      bridge.setHostContext({ ...context, displayMode: mode });
      return { mode };
    };
    Object.assign(window, {
      changeContext: (changed: McpUiHostContext) => bridge.setHostContext({ ...context, ...changed }),
    });
    bridge.onsizechange = ({ height }) => {
      frame.style.height = `${height}px`;
    };
    const initialized = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!));
    frame.srcdoc = html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
    await initialized;
    await bridge.sendToolInput({ arguments: args });
    await bridge.sendToolResult(result as never);
  },
});
