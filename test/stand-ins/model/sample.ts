/** One of everything that a channel has to render. */
export const SAMPLE = `# A heading

Some **bold**, *italic*, ~~struck~~ and \`inline code\`, with a [link](https://example.org/?a=1&b=2) and 1 < 2 & 3.

1. First
   - nested one
   - nested two
2. Second

> A quote over
> two lines.

\`\`\`ts
const greeting = "<b>not bold</b>"; // *not italic*
\`\`\`

| Fruit | Pieces |
|-------|-------:|
| Apple | 3 |
| Pear | 12 |
`;
