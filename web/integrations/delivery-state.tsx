import type { Delivery } from '../api/deliveries.ts'
import { Tag } from '../kit/marks.tsx'
import { stateWords } from './delivery-words.ts'

const kinds = { pending: 'plain', delivered: 'good', failed: 'bad' } as const

export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => (
  <Tag kind={kinds[state]}>{stateWords[state]}</Tag>
)
