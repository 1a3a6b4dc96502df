import type { Client } from '../../client/client.ts';
import { KithError } from '../../shared/error.ts';
import { replyBytes, truncateToFit } from '../replies/reply-size.ts';
import { errorResult, type ToolResult } from '../replies/result.ts';
import { callTool, type ToolCall } from './call-tool.ts';
import { searchOperations } from './catalogue-search.ts';
import { type CatalogueTool, calledOperation } from './catalogue-tools.ts';
import type { EnabledTools } from './enabled-tools.ts';

/** Runs one of the three tools of catalogue mode. */
export async function callCatalogueTool(
  open: () => Promise<Client>,
  enabled: EnabledTools,
  call: ToolCall,
): Promise<ToolResult> {
  let called: ReturnType<typeof calledOperation>;
  try {
    if (call.name === 'search_operations') {
      const found = truncateToFit(searchOperations(enabled, call.args), replyBytes());
      return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found };
    }
    called = calledOperation(enabled, call.name as CatalogueTool, call.args);
  } catch (error) {
    if (error instanceof KithError) return errorResult(error);
    throw error;
  }
  return callTool(open, { ...call, ...called });
}
