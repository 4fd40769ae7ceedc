import createCache from '@emotion/cache'

const GROWS = /(^|[;{}])(font-size|line-height):[^;}]*|\(m(in|ax)-width:[^)]*\)/g

/**
 * Sizes of text and widths from which on there is room for something are written as px of a font of 16 px, and said to the browser in rem: text
 * grows with the font size that a person has set there, and a desk with large text is laid out as a smaller one.
 */
export const growing = (css: string): string =>
  css.replace(GROWS, (said) => said.replace(/([\d.]+)px/g, (_, px: string) => `${Number(px) / 16}rem`))

/** Where all styles pass on their way to the browser, MUI's too. */
export const styles = createCache({ key: 'css' })
const { insert } = styles
styles.insert = (selector, { styles, ...rest }, ...others) =>
  insert(selector, { ...rest, styles: growing(styles) }, ...others)
