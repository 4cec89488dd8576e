import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './controllermanager_garbage_collection.ts'
import { manager } from './worlds.ts'

verify(check, {
  pass: [
    manager(),
    manager({ terminated_pod_gc_threshold: 100 }),
    manager({ controllers: ['*', 'bootstrapsigner', '-ttl'] }),
    manager({ controllers: ['podgc'] }),
    manager({ controllers: ['pod-garbage-collector-controller'] }),
  ],
  fail: [
    manager({ terminated_pod_gc_threshold: 0 }),
    manager({ terminated_pod_gc_threshold: -1 }),
    manager({ controllers: ['*', '-podgc'] }),
    manager({ controllers: ['-pod-garbage-collector-controller', '*'] }),
    manager({ controllers: ['ttl'] }),
  ],
  unread: [
    manager({ controllers: unread('flag_not_literal') }),
    manager({ terminated_pod_gc_threshold: unread('flag_not_literal') }),
  ],
})
