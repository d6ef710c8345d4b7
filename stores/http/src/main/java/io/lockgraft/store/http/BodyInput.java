package io.lockgraft.store.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body of a known length, or of chunks. An end of the connection is not taken for the end of the body. */
final class BodyInput extends InputStream {
    private final InputStream in;

    /** False behind the last chunk. */
    private boolean moreChunks;

    private boolean first = true;

    /** Of the body, or of the chunk. */
    private long left;

    BodyInput(InputStream in, long length, boolean chunked) {
        this.in = in;
        this.left = length;
        this.moreChunks = chunked;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
        if (left == 0 && moreChunks) {
            nextChunk();
        }
        if (left == 0) {
            return -1;
        }
        int n = in.read(bytes, from, (int) Math.min(left, most));
        if (n < 0) {
            throw new EOFException("the server has closed the connection in the middle of its answer");
        }
        left -= n;
        return n;
    }

    private void nextChunk() throws IOException {
        if (!first) {
            AnswerHead.line(in);
        }
        first = false;
        String size = AnswerHead.line(in).split(";", 2)[0].trim();
        if (!size.matches("[0-9a-fA-F]{1,15}")) {
            throw new IOException("this is no answer of an HTTP server");
        }
        left = Long.parseLong(size, 16);
        if (left == 0) {
            moreChunks = false;
            while (!AnswerHead.line(in).isEmpty()) {
                // A header behind the body.
            }
        }
    }
}
