/** Facts about the server that it tells everyone: sign-in methods, event streams, email. */
import { useQuery } from '@tanstack/react-query'
import { readPublic } from './send.ts'
import type { Attributes } from './types.ts'

export const useServer = () =>
  useQuery({
    queryKey: ['/server-info'],
    queryFn: () => readPublic<Attributes['server-info']>('/server-info'),
    staleTime: Number.POSITIVE_INFINITY,
  })
