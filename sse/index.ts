export type { Caller, Seat } from './admission.ts'
export type { BackendState, EventBackend } from './backends/backend.ts'
export { bridgeBackend, type Port, serveBridge } from './backends/bridge.ts'
export { MemoryBroker, memoryBackend } from './backends/memory.ts'
export {
  reconnectDelay,
  ValkeyBackend,
  type ValkeyBackendOptions,
  type ValkeyPublisher,
  type ValkeySubscriber,
} from './backends/valkey.ts'
export { type Clock, systemClock } from './clock.ts'
export {
  type CloseCode,
  type Connection,
  closeCodes,
  type Framing,
  type StreamSocket,
} from './connection.ts'
export { bucketEdges, labelled } from './counters.ts'
export {
  type AnyEventStream,
  defineEventStream,
  type EncodedEvent,
  type EventStream,
  type EventTypes,
  type EventsOf,
  maxPayloadBytes,
  type Payload,
  type Verb,
  verbs,
} from './events.ts'
export {
  boolean,
  type Field,
  type FieldSchema,
  integer,
  nullable,
  number,
  oneOf,
  type Scalar,
  text,
  timestamp,
  uuid,
} from './fields.ts'
export { type Announcement, Hub, type HubOptions } from './hub.ts'
export { defaultLimits, type Limits } from './limits.ts'
export {
  type AnyChannel,
  type ChannelName,
  type Channels,
  makeChannelName,
  prefixOfChannel,
  tenantIdFromChannel,
} from './names.ts'
export { type RefusalCode, StreamRefused } from './refusal.ts'
