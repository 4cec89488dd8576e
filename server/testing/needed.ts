/** Required query parameters of lists, by path: the end of a query. */
export const needed: Readonly<Record<string, string>> = {
  '/compliance-overviews': '&filter[provider_type]=aws',
  '/compliance-overviews/attributes': '&filter[compliance_id]=cis_2.0_aws',
  '/compliance-overviews/checks': '&filter[compliance_id]=cis_2.0_aws&filter[provider_type]=aws',
  '/compliance-overviews/metadata': '&filter[provider_type]=aws',
  '/compliance-overviews/requirements':
    '&filter[compliance_id]=cis_2.0_aws&filter[provider_type]=aws',
  '/overviews/findings_severity/timeseries': '&filter[date_from]=2026-01-30',
}
