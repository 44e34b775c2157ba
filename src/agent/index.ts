/** Parts for anyone who builds an agent host: pure functions, model clients, tools as functions and the loop. No desktop is touched from here. */

export { type CompressOptions, compressMessages } from './context/compress.js';
export { ScreenshotDedup } from './context/dedup.js';
export {
  type BatchedPolicy,
  batched,
  type EvictionPolicy,
  evictScreenshots,
  keepNewest,
  removedPlaceholder,
  retireCount,
} from './context/evict.js';
export { countImages, type ImageCensus, type ImageLoad } from './context/image-parts.js';
export type { AgentMessage, AssistantMessage, ProviderReplay, ToolCall, ToolMessage, UserMessage } from './context/message.js';
export { unansweredCalls } from './context/message.js';
export { forStorage, storedPlaceholder } from './context/store.js';
export { estimateTokens, tokensPerImage } from './context/tokens.js';
export { type TrajectoryEntry, toTrajectory, trajectoryText } from './context/trajectory.js';
export { createModelClient, type ProviderName, providerNames } from './create-client.js';
export { describeCall } from './describe-call.js';
export {
  type AnthropicContentBlock,
  type AnthropicImageBlock,
  type AnthropicTextBlock,
  type AnthropicToolResult,
  toAnthropicBlocks,
  toAnthropicToolResult,
} from './envelope/anthropic.js';
export {
  type ContentPart,
  type Envelope,
  type EnvelopeInput,
  type EnvelopeMeta,
  hasImages,
  type ImagePart,
  type InlineImage,
  imagePart,
  isEnvelope,
  makeEnvelope,
  partsOf,
  type TextPart,
  type ToolContent,
  textOf,
  textPart,
} from './envelope/envelope.js';
export { type GeminiFunctionResponse, type GeminiMediaPart, toGeminiMedia, toGeminiParts } from './envelope/gemini.js';
export { imageSize } from './envelope/image-size.js';
export { base64Bytes, parseDataUri, sniffMimeType } from './envelope/inline-image.js';
export {
  type ChatToolMessage,
  type ChatToolResult,
  type ChatUserMessage,
  toChatMessages,
  toGenericChatMessages,
} from './envelope/openai-chat.js';
export {
  type ImageDetail,
  type ResponsesFunctionOutput,
  type ResponsesInputPart,
  toResponsesOutput,
  toResponsesParts,
} from './envelope/openai-responses.js';
export { imageOmittedNote, toTextOnly, visibleParts } from './envelope/text-only.js';
export { computerUseGuidance, withGuidance } from './guidance.js';
export { functionTool, type HostTool, hostTools } from './host/function-tools.js';
export { toolAnswer } from './host/tool-answer.js';
export { completeAgent, runAgent } from './loop.js';
export type { AgentEvent, AgentOptions, AgentResult, AgentStatus, ExecuteTool, ToolAnswer } from './loop-types.js';
export type {
  ActionOutcome,
  ExecuteAction,
  Frame,
  ImageFrame,
  NativeAction,
  NativeKind,
  NativePoint,
  NativeRegion,
  ScrollAmount,
  Served,
} from './native/action.js';
export { type AnthropicMember, anthropicMembers, parseAnthropicAction } from './native/anthropic-actions.js';
export {
  anthropicGenerations,
  type ComputerEntry,
  type ComputerRun,
  type ComputerVersion,
  computerBeta,
  computerEntry,
  parseComputerInput,
  runComputerUse,
} from './native/anthropic-computer.js';
export {
  type AnthropicTier,
  anthropicSizeLimit,
  anthropicTier,
  checkAnthropicImage,
  fitForAnthropic,
} from './native/anthropic-image-size.js';
export {
  isToolsetCall,
  notExecutedText,
  parseToolsetCall,
  runToolsetBatch,
  type ToolsetCall,
  type ToolsetEntry,
  type ToolsetRun,
  toolsetEntry,
  toolsetName,
  toolsetType,
} from './native/anthropic-toolset.js';
export {
  type GeminiCall,
  type GeminiComputerTool,
  type GeminiRun,
  geminiComputerTool,
  geminiNameSet,
  parseGeminiCall,
  runGeminiCalls,
  type SafetyDecision,
} from './native/gemini-computer.js';
export { type GeminiNameSet, geminiNames, parseGeminiFunction } from './native/gemini-functions.js';
export { parseOpenaiAction } from './native/openai-actions.js';
export {
  type ComputerCall,
  type ComputerCallOutput,
  type ComputerCallRun,
  type FailureNote,
  openaiComputerTool,
  openaiPreviewTool,
  type PreviewTool,
  parseComputerCall,
  runComputerCall,
  type SafetyCheck,
} from './native/openai-computer.js';
export { pointIn, regionIn, resolvePoint, resolveRegion, resolveScroll } from './native/resolve.js';
export { WindowComputer, type WindowComputerOptions } from './native/window-computer.js';
export { createAnthropicClient } from './provider/anthropic.js';
export type {
  ClientOptions,
  Delta,
  FunctionTool,
  ModelClient,
  ModelRequest,
  ModelTurn,
  RetryPolicy,
  StopReason,
  Usage,
} from './provider/client.js';
export { createGeminiClient } from './provider/gemini.js';
export { createChatClient } from './provider/openai/chat.js';
export type { ChatOptions } from './provider/openai/chat-request.js';
export { createResponsesClient } from './provider/openai/responses.js';
export type { ResponsesOptions } from './provider/openai/responses-request.js';
export type { FaultKind } from './provider/provider-fault.js';
export { type SseEvent, SseParser } from './provider/sse.js';
