export { exposition } from './metrics.ts'
export { createStreams, type Resolve, type Streams, type StreamSettings } from './streams.ts'
export { valkeyBackend } from './valkey.ts'
