export { type Handlers, type Listener, type ListenOptions, listen, type Stop } from './listen.ts'
export { listenShared, type Locks, type SharedOptions } from './shared.ts'
