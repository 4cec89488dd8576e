export { type Egress, type EgressOptions, egress, NotReached, type Outgoing } from './egress.ts'
export { fetchBy } from './fetch.ts'
export { readTxt, type ResolveTxt } from './txt.ts'
export { type TlsEgress, type TlsEgressOptions, type TlsPlace, tlsEgress } from './socket.ts'
