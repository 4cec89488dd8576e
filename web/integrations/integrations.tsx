/** Integrations, or the deliveries of one: `/integrations` and `/integrations/<id>/deliveries`. */
import { useLocation } from 'wouter'
import { Deliveries } from './deliveries.tsx'
import { IntegrationList } from './integration-list.tsx'

export default function Integrations() {
  const [path] = useLocation()
  const [, , id, below] = path.split('/')
  if (id && below === 'deliveries') return <Deliveries key={id} id={decodeURIComponent(id)} />
  return <IntegrationList />
}
