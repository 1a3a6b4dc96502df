import { suggestion } from '../../contract/schema/arguments.ts';
import { hasCatalogue } from '../../mcp/tools/enabled-tools.ts';
import { enabledToolsOf } from '../../mcp/tools/filters.ts';
import { environment, settings } from '../../process/environment.ts';
import { SETTING_NAMES, settingTrouble } from '../../settings.ts';
import { asProblem, type Finding } from './findings.ts';

const OLDEST_NODE = [20, 18];

/** Checks the environment variables. Values are never shown, because some are secrets. */
export function checkSettings(): Finding[] {
  const found = [checkNode(), ...Object.keys(environment).flatMap(checkName)];
  for (const name of SETTING_NAMES) {
    const trouble = settingTrouble(environment, name);
    if (trouble) found.push(asProblem(trouble));
  }
  if (settings.KITH_BASE_URL && !settings.KITH_API_KEY) {
    const what = 'KITH_BASE_URL is set to a remote service, but KITH_API_KEY is not set.';
    found.push({ state: 'problem', what, todo: "Set it to your account's key on that server." });
  }
  return [...found, checkFilters()];
}

/** Warns about a variable that looks like a setting but is not one. */
function checkName(name: string): Finding[] {
  const known = (SETTING_NAMES as string[]).includes(name) || name.startsWith('KITH_TEST_');
  if (known || !name.startsWith('KITH_') || !environment[name]?.trim()) return [];
  const what = `${name} is set, but it is not a setting${suggestion(name, SETTING_NAMES, '.')}`;
  return [{ state: 'warning', what, todo: 'Correct its name or remove it.' }];
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE as [number, number];
  const what = `Node ${process.versions.node}`;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return { state: 'ok', what };
  return { state: 'problem', what: `${what} is too old.`, todo: `Install Node ${OLDEST_NODE.join('.')} or newer.` };
}

function checkFilters(): Finding {
  try {
    const { tools, reachable, catalogue } = enabledToolsOf({}, settings);
    const direct = catalogue === 'only' ? [] : [`${tools.length} tools are enabled`];
    const behind = `${reachable.length} operations are enabled through the three catalogue tools`;
    const what = `${[...direct, ...(hasCatalogue(catalogue) ? [behind] : [])].join(', and ')}.`;
    if (tools.length > 0) return { state: 'ok', what };
    return { state: 'warning', what: 'The filters leave no tools.', todo: 'Widen KITH_TOOLSETS or KITH_TOOLS.' };
  } catch (error) {
    return asProblem(error);
  }
}
