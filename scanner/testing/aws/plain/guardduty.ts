import type { PlainService } from './plain.ts'

const detector = '/detector/{DetectorId}'

export const guardduty: PlainService = {
  name: 'guardduty',
  protocol: 'rest-json',
  operations: {
    ListDetectors: {
      http: 'GET /detector',
      list: 'detectorIds',
      token: 'nextToken',
      size: 'maxResults',
    },
    GetDetector: { http: `GET ${detector}`, by: 'DetectorId', none: ['BadRequestException', 400] },
    GetAdministratorAccount: {
      http: `GET ${detector}/administrator`,
      by: 'DetectorId',
      none: {},
    },
    ListMembers: { http: `GET ${detector}/member`, by: 'DetectorId', none: { members: [] } },
    ListFindings: {
      http: `POST ${detector}/findings`,
      by: 'DetectorId',
      none: { findingIds: [] },
    },
  },
}
