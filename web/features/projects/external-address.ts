/** Both are put in as they are written in an address, so that a code can lead nowhere else. */
export const externalAddress = (template: string, { id, poolCode }: { id: number; poolCode: string }): string =>
  template.replaceAll('{id}', String(id)).replaceAll('{poolCode}', () => encodeURIComponent(poolCode))
