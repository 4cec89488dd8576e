import type { PlainService } from './plain.ts'

export const efs: PlainService = {
  name: 'efs',
  signed: 'elasticfilesystem',
  prefix: 'elasticfilesystem',
  protocol: 'rest-json',
  operations: {
    DescribeFileSystems: {
      http: 'GET /2015-02-01/file-systems',
      list: 'FileSystems',
      token: 'Marker',
      next: 'NextMarker',
      size: 'MaxItems',
    },
    DescribeAccessPoints: { http: 'GET /2015-02-01/access-points', list: 'AccessPoints' },
    DescribeBackupPolicy: {
      http: 'GET /2015-02-01/file-systems/{FileSystemId}/backup-policy',
      by: 'FileSystemId',
      none: ['PolicyNotFound', 404],
    },
  },
}
